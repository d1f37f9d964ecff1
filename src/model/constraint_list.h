// The constraint kinds. A new one: src/model/constraint_NAME.c with `const ConstraintOps constraint_NAME`, and a line here.
CONSTRAINT(distance)
CONSTRAINT(attachment)
CONSTRAINT(tet_volume)
CONSTRAINT(triangle_area)
CONSTRAINT(dihedral)
CONSTRAINT(isometric_bending)
