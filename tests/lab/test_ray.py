"""The same experiment on a cluster of two machines."""

import pytest

from takujo.cli import main
from takujo.lab.experiment import Experiment, run

pytestmark = [pytest.mark.once, pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning")]


def test_two_nodes_play_what_one_process_plays(tmp_path):
    """Both nodes of a real Ray cluster work, and the files are those of a run without Ray."""
    from ray.cluster_utils import Cluster

    experiment = Experiment("ritual", (3,), ("uniform",), games=2000, chunk=100)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        nodes = run(experiment, tmp_path / "ray", ray=cluster.address)
    finally:
        cluster.shutdown()
    assert len(nodes) == 2, "one node did all of it"
    run(experiment, tmp_path / "plain")
    assert sum(nodes.values()) == len(list((tmp_path / "plain").rglob("*.parquet"))) >= 20, "each file was made once"
    for file in sorted((tmp_path / "plain").rglob("*.*")):
        assert (tmp_path / "ray" / file.relative_to(tmp_path / "plain")).read_bytes() == file.read_bytes()


@pytest.mark.parametrize("address", ["auto", "127.0.0.1:1"])
def test_no_cluster(address, tmp_path, capsys):
    command = ["lab", "ritual", "--games", "10", "--ray", address, "--out", str(tmp_path / "out")]
    assert main(command) == 1
    assert f"--ray {address}: no cluster is there" in capsys.readouterr().err
