"""What the curves show. How they look is for people to judge."""

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from matplotlib.figure import Figure

from train import plots
from train.plots import PANELS, Panel, columns_of, draw


def rows_of(updates=120, players=(5, 7)):
    out = []
    for n in range(updates):
        row = {"decisions": 1000.0 * (n + 1), "policy/entropy": 2 - n / updates, "time/decisions_per_second": 100.0, "loss/x": 1.0}
        row |= {"tables/learner-learner": n % 2, "belief/roles": 0.5}
        if n % 40 == 39:
            for count in players:
                name = f"win/{count}/learner-random"
                row |= {name: 0.5, f"{name}/low": 0.4, f"{name}/high": 0.6, f"belief/{count}/stealth/auc_2": 0.7, f"belief/{count}/stealth/excess": 0.1}
        out.append(row)
    return out


@pytest.fixture
def figures(monkeypatch):
    """Those that are saved."""
    kept, save = [], Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda self, *args, **words: kept.append(self) or save(self, *args, **words))
    return kept


def shown(figure):
    return [axes for axes in figure.axes if axes.get_title("left")]


def test_a_panel_for_each_count_of_players_and_kind_of_figure(tmp_path, figures):
    draw(rows_of(), [5, 7], tmp_path)
    assert (tmp_path / plots.FILE).read_bytes().startswith(b"\x89PNG")
    titles = [axes.get_title("left") for axes in shown(figures[0])]
    assert len(titles) == len(PANELS) + 2
    assert [title for title in titles if "7 players" in title] and [title for title in titles if "5 players" in title]
    assert not any("{" in title for title in titles)


def test_panels_without_figures_are_left_out(tmp_path, figures):
    draw([{"decisions": 5.0, "policy/entropy": 1.0}], [7], tmp_path)
    assert [axes.get_title("left") for axes in shown(figures[0])] == ["Entropy of the policy, in nats"]


def test_rows_without_anything_to_show_are_no_reason_to_fail(tmp_path):
    draw([{"decisions": 64.0}], [7], tmp_path)


def test_curves_are_the_columns_over_millions_of_decisions(tmp_path, figures):
    rows = rows_of(30)
    draw(rows, [7], tmp_path)
    axes = next(axes for axes in shown(figures[0]) if "Entropy" in axes.get_title("left"))
    (line,) = axes.get_lines()
    assert line.get_xdata() == pytest.approx([row["decisions"] / 1e6 for row in rows])
    assert line.get_ydata() == pytest.approx([row["policy/entropy"] for row in rows])


def test_shares_won_have_their_intervals_and_these_are_no_curves(tmp_path, figures):
    draw(rows_of(), [5], tmp_path)
    axes = next(axes for axes in shown(figures[0]) if "fixed players" in axes.get_title("left"))
    assert len(axes.get_lines()) == 1 == len(axes.collections)
    ys = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert {round(y, 6) for y in ys} == {0.4, 0.6}
    assert columns_of(rows_of(), Panel("", "win/5/")) == ["win/5/learner-random"]
    assert columns_of(rows_of(), Panel("", "belief/5/")) == ["belief/5/stealth/auc_2"]
    assert columns_of(rows_of(), Panel("", "belief/5/", ("auc_1",))) == []


def test_long_curves_are_means_over_a_part():
    values = np.random.default_rng(0).normal(size=400)
    found = plots._smooth(values, 50)
    assert len(found) == 400
    assert found[200] == pytest.approx(values[196:204].mean()) or found[200] == pytest.approx(values[197:205].mean())
    assert plots._smooth(np.full(333, 2.0), 50) == pytest.approx(np.full(333, 2.0))
    assert plots._smooth(values[:99], 50) == pytest.approx(values[:99])
