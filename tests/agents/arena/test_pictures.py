"""What pictures show. How they look is for people to judge."""

import pytest

pytest.importorskip("matplotlib")

from agents.arena import pictures

TABLE = {"edition": "amigo-2025", "players": 5, "deal": "left-over"}


def words_in(figure):
    """All words in a picture."""
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def matrix_rows():
    shares = {("layer", "uniform"): 0.25, ("layer", "cheat"): None, ("seer", "uniform"): 0.75, ("seer", "cheat"): 1.0}
    ends = {"low": 0.1, "high": 0.9}
    return [{**TABLE, "miners": m, "saboteurs": s, "miners_win": share, **ends} for (m, s), share in shares.items()]


def test_a_heat_map_prints_its_values():
    figure = pictures.matrix(matrix_rows())
    assert words_in(figure) == ["0.250", "0.100 to 0.900", "all void", "0.750", "0.100 to 0.900", "1.000", "0.100 to 0.900"]


def test_a_heat_map_names_rows_and_columns_and_marks_bounds():
    axes = pictures.matrix(matrix_rows()).axes[0]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["layer", "seer †"]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["uniform", "cheat"]
    assert "5 players, left-over deals, amigo-2025\n† sees everything" in axes.get_title("left")


def test_a_picture_for_each_number_of_players_and_way_to_deal(tmp_path):
    rows = [{**row, "players": n, "deal": deal} for row in matrix_rows() for n, deal in ((5, "left-over"), (7, "guaranteed"))]
    paths = pictures.draw_all(tmp_path / "new" / "folder", "matrix", rows, pictures.matrix)
    assert [path.name for path in paths] == ["matrix-5-players-left-over.png", "matrix-7-players-guaranteed.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


def belief_rows():
    kinds = [(s, o, lap) for s in ("uniform", "layer") for o in ("believer", "seer") for lap in (1, 2, "end")]
    values = {"belief_saboteurs": 0.7, "belief_miners": 0.2, "prior": 0.4}
    found = [{**TABLE, "miners": "layer", "saboteurs": s, "observer": o, "lap": lap, **values} for s, o, lap in kinds]
    return [row for row in found if (row["saboteurs"], row["lap"]) != ("layer", 2)]


def test_beliefs_have_a_panel_for_each_pair_and_two_lines_for_each_observer():
    figure = pictures.beliefs(belief_rows())
    assert [axes.get_title() for axes in figure.axes] == ["layer v uniform", "layer v layer"]
    assert all(len(axes.lines) == 5 for axes in figure.axes)


def test_an_observer_has_one_colour_and_a_lap_one_place():
    first, second = pictures.beliefs(belief_rows()).axes
    assert [line.get_color() for line in first.lines] == [line.get_color() for line in second.lines]
    assert list(first.lines[0].get_xdata()) == [0, 1, 2] and list(second.lines[0].get_xdata()) == [0, 2]


def test_a_legend_says_everything_once():
    (legend,) = pictures.beliefs(belief_rows()).legends
    words = [text.get_text() for text in legend.get_texts()]
    assert len(words) == len(set(words)) == 5 and "seer †, about saboteurs" in words


def frontier_rows():
    points = [("uniform", 0.9, 0.8), ("layer", 0.6, 0.55), ("cheat", None, None)]
    share = {"low": 0.0, "high": 1.0, "lap": 2, "auc_low": 0.5, "auc_high": 1.0}
    return [
        {**TABLE, "miners": m, "saboteurs": s, "observer": "believer", "saboteurs_win": w, "auc": a, "rounds": bool(w), "best": s == "layer", **share}
        for m in ("layer", "seer")
        for s, a, w in points
    ]


def test_a_line_joins_the_best():
    rows = [{**row, "best": True} for row in frontier_rows() if row["miners"] == "layer"]
    (axes,) = pictures.frontier(rows).axes
    assert [0.6, 0.9] in [list(line.get_xdata()) for line in axes.lines]


def test_the_frontier_numbers_its_points_and_leaves_out_what_is_void():
    figure = pictures.frontier(frontier_rows())
    assert words_in(figure) == ["1", "2"] * 2
    lines = ["best against layer", "best against seer †", "nothing is learned", "against layer", "against seer †"]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["uniform", "layer", "cheat", *lines]
