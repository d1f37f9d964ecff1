// The uses of reference trajectories, by the setting with the number of their steps. This is the only list of them.
// REFERENCE(constant, setting, last, parts, choice, without)
//   last     true: the reference contains the last part of a dt (frames and forces belong to the end of a step); false: the first (a
//            probe starts with the step)
//   parts    setting with the number of parts in a dt, for an extrapolated limit of short steps; NULL: the solver's substeps
//   choice   choice whose first value requests the reference, or NULL
//   without  setting that avoids the reference
REFERENCE(REFERENCE_PROBES, "probes", false, NULL, NULL, "probes: 0")
REFERENCE(REFERENCE_FRAMES, "frames", true, "fine", NULL, "fine: 0")
REFERENCE(REFERENCE_FORCES, "forces", true, NULL, "force_reference", "force_reference: none")
