// The uses of reference trajectories, by the setting with the number of their steps. This is the only list of them.
// REFERENCE(constant, setting, which of the parts of a dt is kept: the last one (a frame or a force is of the step's end) or the first (a
//           probe starts where the step does), setting with the number of parts in a dt, of a limit of short steps that is extrapolated,
//           or NULL for the solver's substeps, choice whose
//           first value requests the reference or NULL, setting that avoids it)
REFERENCE(REFERENCE_PROBES, "probes", false, NULL, NULL, "probes: 0")
REFERENCE(REFERENCE_FRAMES, "frames", true, "fine", NULL, "fine: 0")
REFERENCE(REFERENCE_FORCES, "forces", true, NULL, "force_reference", "force_reference: none")
