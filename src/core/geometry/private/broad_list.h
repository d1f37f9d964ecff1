// The broad phases. BROAD(name) of src/core/geometry/broad_name.c, which defines `const BroadOps broad_name`. The first is the default.
BROAD(bvh)
BROAD(grid)
