"""python3 -m weft: converters between the formats of other programs and the files of weft (src/python/README.md)."""
import argparse
import sys

from weft.common import Failure


def run_ipc(arguments):
    from weft import ipc

    print(ipc.convert(arguments.file, arguments.output, arguments.root, arguments.kind))


def add_ipc(commands):
    command = commands.add_parser("ipc", help="a configuration of IPC as a scene of weft (src/python/README.md)")
    command.add_argument("file", metavar="FILE.txt")
    command.add_argument("-o", "--output", metavar="SCENE.yaml", required=True)
    command.add_argument("--root", metavar="DIR", help="folder of the mesh names; the default is the path before the last folder `input`")
    command.add_argument("--kind", metavar="KIND", help="constraints of the tetrahedra, instead of those of the file's energy")
    command.set_defaults(run=run_ipc)


def run_scene(arguments):
    from weft import export

    for line in export.convert(arguments.scene, arguments.output):
        print("left out:", line, file=sys.stderr)


def add_scene(commands):
    command = commands.add_parser("scene", help="a scene for other programs (src/python/README.md)")
    command.add_argument("scene", metavar="SCENE.json", help="written by `weft scene NAME --export SCENE.json`")
    command.add_argument("-o", "--output", metavar="OUT", required=True,
                         help="a name that ends in .obj, .msh (Gmsh) or .xml (MuJoCo), or a new folder for CSV tables")
    command.set_defaults(run=run_scene)


def run_trajectory(arguments):
    from weft import trajectory

    print(*trajectory.convert(arguments.scene, arguments.frames, arguments.output, arguments.unit, arguments.axes), sep="\n")


def add_trajectory(commands):
    command = commands.add_parser("trajectory", help="frames of another program for `weft judge` (bench/foreign/README.md)")
    command.add_argument("scene", metavar="SCENE.json", help="written by `weft scene NAME --export SCENE.json`")
    command.add_argument("frames", metavar="FRAMES", help="a folder or a pattern of numbered files ('out/cloth_*.obj'): .obj .ply .vtk .vtu .vtp, "
                         "or states .csv; a list .pvd; an array .npy; a point cache .pc2 or .mdd")
    command.add_argument("-o", "--output", metavar="OUT", required=True,
                         help="a name that ends in .npy, or for frames with velocities a new folder for states")
    command.add_argument("--unit", metavar="UNIT", help="of lengths: m, cm, mm, km, in, ft, or how many metres it has; otherwise it is found")
    command.add_argument("--axes", metavar="X,Y,Z", help="which axis of the files each of the scene's is: x,-z,y where theirs has y up and the "
                         "scene z; otherwise it is found")
    command.set_defaults(run=run_trajectory)


def run_mesh(arguments):
    from weft import meshes

    print(meshes.convert(arguments.mesh, arguments.output))


def add_mesh(commands):
    command = commands.add_parser("mesh", help="a mesh file as one that weft reads (datasets/README.md)")
    command.add_argument("mesh", metavar="MESH", help=".vtp, or a format of meshio: .vtu, .off, ...")
    command.add_argument("-o", "--output", metavar="FILE.vtk", required=True)
    command.set_defaults(run=run_mesh)


def main():
    parser = argparse.ArgumentParser(prog="python3 -m weft", description="Converts files of other programs for weft.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    add_ipc(commands)
    add_mesh(commands)
    add_scene(commands)
    add_trajectory(commands)
    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except Failure as failure:
        print(f"weft: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        return 9
    return 0


if __name__ == "__main__":
    sys.exit(main())
