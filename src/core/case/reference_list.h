// What a reference trajectory is for, by the setting that says how many of its steps are wished. In weft this is the only list of them.
// REFERENCE(constant, setting, which of the parts of a dt is kept: the last one (a frame or a force is of the step's end) or the first (a
//           probe starts where the step does), setting with the number of parts in a dt or NULL for the solver's substeps, choice whose
//           first value wishes the reference or NULL, what does without it)
REFERENCE(REFERENCE_PROBES, "probes", false, NULL, NULL, "probes: 0")
REFERENCE(REFERENCE_FRAMES, "frames", true, "fine", NULL, "fine: 0")
REFERENCE(REFERENCE_FORCES, "forces", true, NULL, "force_reference", "force_reference: none")
