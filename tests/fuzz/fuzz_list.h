// The fuzz targets. This is the only list of them.
// FUZZ(name, the sources that it is meant for: patterns of files below src, whose lines tests/fuzz.sh counts and whose words it tries)
//
// A target is fuzz_NAME.c with the function fuzz_NAME; its corpus is corpus/NAME, and more words for it are in NAME.dict where that is
// there. A new reader of any file, pipe or flag comes with its target.
FUZZ(yaml, "common/base/yaml.c")
FUZZ(expression, "common/base/expression.c")
FUZZ(scene, "core/scene/scene.c core/scene/scene_[bcemswy]*.c core/scene/scene_pins.c core/scene/scene_recommended.c")
FUZZ(experiment, "front/experiment/a*.c front/experiment/expand.c front/experiment/experiment.c front/experiment/variation.c")
FUZZ(figures, "front/experiment/figure_*.c front/experiment/spec_range.c front/experiment/labels.c front/experiment/claim_spec.c")
FUZZ(mesh, "common/mesh/mesh_[dgoprstv]*.c common/mesh/vtk_cells.c")
FUZZ(state, "core/scene/scene_state.c")
FUZZ(trajectory, "core/scene/trajectory*.c core/scene/scene_state.c")
FUZZ(frames, "core/scene/scene_frames.c front/view/view*.c")
FUZZ(reference, "core/measure/reference.c")
FUZZ(rows, "front/run/line_reader.c front/run/record.c core/case/row.c core/plugin/plugin.c front/store/store_repetition.c")
FUZZ(job, "core/worker/job.c core/case/case*.c")
FUZZ(store, "front/store/*.c front/cli/command_status.c front/data/dataset.c front/judge/comparison_read.c")
FUZZ(sql, "front/store/*.c front/cli/command_status.c front/data/dataset.c front/judge/comparison_read.c")
FUZZ(submission, "front/cli/submission.c")
FUZZ(arguments, "front/cli/command.c front/cli/case_flags.c common/base/param.c")
