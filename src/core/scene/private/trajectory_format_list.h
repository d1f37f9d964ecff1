// The formats of trajectories, by the end of a file's name. A new one is a reader and a line here.
//
// TRAJECTORY_FRAME(ending, reader: Status reader(const char *path, TrajectoryFrame *out)): a file is one frame.
TRAJECTORY_FRAME(".csv", trajectory_frame_state)
TRAJECTORY_FRAME(".obj", trajectory_frame_mesh)
TRAJECTORY_FRAME(".ply", trajectory_frame_mesh)
TRAJECTORY_FRAME(".vtk", trajectory_frame_mesh)
TRAJECTORY_FRAME(".vtp", trajectory_frame_vtp)
TRAJECTORY_FRAME(".vtu", trajectory_frame_mesh)
#undef TRAJECTORY_FRAME
// TRAJECTORY_FILE(ending, reader: Status reader(const char *path, const char *bytes, size_t size, Trajectory *out)): a file is all of them.
TRAJECTORY_FILE(".npy", trajectory_read_npy)
TRAJECTORY_FILE(".pc2", trajectory_read_pc2)
TRAJECTORY_FILE(".mdd", trajectory_read_mdd)
#undef TRAJECTORY_FILE
