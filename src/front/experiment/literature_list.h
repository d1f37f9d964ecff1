// Literature that weft stands on. `weft cite` prints it; docs/literature.md is `weft cite --all --format markdown`.
//
// PAPER(key, settings, type, author, title, venue key, venue, year, link, where, what weft took)
//   settings  a case that has one of them, "name=value" or "name!=value" separated by spaces, used it; so did an experiment with a figure
//             of a style, as in "style=data_profile"; "*": every case; "": what no setting of a case tells, as a kind of constraint
//   link      its DOI, else an address, else ""
//   where     the file of the source that says what was taken
PAPER("kalibera2013", "*", "inproceedings", "Kalibera, Tomas and Jones, Richard", "Rigorous benchmarking in reasonable time", "booktitle",
      "International Symposium on Memory Management (ISMM '13)", 2013, "10.1145/2464157.2464160", "src/front/run/private/sampling.h",
      "what is repeated is the process, between which the variance lies")
PAPER("hettmansperger1986", "", "article", "Hettmansperger, Thomas P. and Sheather, Simon J.",
      "Confidence intervals based on interpolated order statistics", "journal", "Statistics and Probability Letters", 1986,
      "10.1016/0167-7152(86)90021-0", "src/front/stats/interval.h", "the interval of a median of few processes")
PAPER("xie2013", "", "article", "Xie, Min-ge and Singh, Kesar",
      "Confidence distribution, the frequentist distribution estimator of a parameter: a review", "journal",
      "International Statistical Review", 2013, "10.1111/insr.12000", "src/front/stats/interval.h",
      "intervals of ratios, slopes and extremes, drawn from what each sample says of its centre")
PAPER("hyndman1996", "", "article", "Hyndman, Rob J. and Fan, Yanan", "Sample quantiles in statistical packages", "journal",
      "The American Statistician", 1996, "10.1080/00031305.1996.10473566", "src/common/base/statistics.h", "which of nine quantiles")
PAPER("holm1979", "", "article", "Holm, Sture", "A simple sequentially rejective multiple test procedure", "journal",
      "Scandinavian Journal of Statistics", 1979, "https://www.jstor.org/stable/4615733", "src/front/report/compare.h",
      "one level of confidence for all cases of a comparison of builds")
PAPER("richardson1911", "fine!=0", "article", "Richardson, Lewis Fry",
      "The approximate arithmetical solution by finite differences of physical problems involving differential equations, with an "
      "application to the stresses in a masonry dam",
      "journal", "Philosophical Transactions of the Royal Society A", 1911, "10.1098/rsta.1911.0009", "src/core/measure/reference.h",
      "the limit of short steps, and how far it is off, from three step lengths")
PAPER("williams2009", "", "article", "Williams, Samuel and Waterman, Andrew and Patterson, David",
      "Roofline: an insightful visual performance model for multicore architectures", "journal", "Communications of the ACM", 2009,
      "10.1145/1498765.1498785", "src/front/store/views.sql", "`data: roofline`")
PAPER("more2009", "style=data_profile", "article", "Mor{\\'e}, Jorge J. and Wild, Stefan M.",
      "Benchmarking derivative-free optimization algorithms", "journal", "SIAM Journal on Optimization", 2009, "10.1137/080724083",
      "src/front/report/plot_share.c", "`style: data_profile`")
PAPER("dolan2002", "style=performance_profile", "article", "Dolan, Elizabeth D. and Mor{\\'e}, Jorge J.",
      "Benchmarking optimization software with performance profiles", "journal", "Mathematical Programming", 2002, "10.1007/s101070100263",
      "src/front/report/plot_share.c", "`style: performance_profile`")
PAPER("gould2016", "style=performance_profile", "article", "Gould, Nicholas and Scott, Jennifer",
      "A note on performance profiles for benchmarking software", "journal", "ACM Transactions on Mathematical Software", 2016,
      "10.1145/2950048", "src/front/report/plot_share.c", "why it takes two series and not three")
PAPER("mueller2007", "solver=pbd", "article", "M{\\\"u}ller, Matthias and Heidelberger, Bruno and Hennix, Marcus and Ratcliff, John",
      "Position based dynamics", "journal", "Journal of Visual Communication and Image Representation", 2007, "10.1016/j.jvcir.2007.01.005",
      "src/core/solver/solver_pbd.c", "the solver `pbd`, closed volumes, damping that keeps rigid motion")
PAPER("macklin2016", "solver=xpbd solver=xpbd_direct", "inproceedings",
      "Macklin, Miles and M{\\\"u}ller, Matthias and Chentanez, Nuttapong",
      "{XPBD}: Position-based simulation of compliant constrained dynamics", "booktitle", "Motion in Games (MIG '16)", 2016,
      "10.1145/2994258.2994272", "src/core/solver/solver_xpbd.c",
      "the solver `xpbd`, both residuals, damping of constraints, the chain of the experiment `forces`")
PAPER("macklin2019", "substeps!=1", "inproceedings",
      "Macklin, Miles and Storey, Kier and Lu, Michelle and Terdiman, Pierre and Chentanez, Nuttapong and Jeschke, Stefan and "
      "M{\\\"u}ller, Matthias",
      "Small steps in physics simulation", "booktitle", "Symposium on Computer Animation (SCA '19)", 2019, "10.1145/3309486.3340247",
      "bench/experiments/small_steps.yaml", "`substeps`, and the question of `small_steps`")
PAPER("macklin2020", "solver=descent", "article",
      "Macklin, Miles and Erleben, Kenny and M{\\\"u}ller, Matthias and Chentanez, Nuttapong and Jeschke, Stefan and Kim, Tae-Yong",
      "Primal/dual descent methods for dynamics", "journal", "Computer Graphics Forum", 2020, "10.1111/cgf.14104",
      "src/core/solver/solver_descent.c", "the solver `descent`, and the warning before ratios of masses that sweeps do not carry")
PAPER("chen2024", "solver=vbd", "article", "Chen, Anka He and Liu, Ziheng and Yang, Yin and Yuksel, Cem", "Vertex block descent", "journal",
      "ACM Transactions on Graphics", 2024, "10.1145/3658179", "src/core/solver/solver_vbd.c", "the solver `vbd`")
PAPER("chenyizhou2024", "", "article", "Chen, Yizhou and Han, Yushan and Chen, Jingyu and Ma, Shiqian and Fedkiw, Ronald and Teran, Joseph",
      "Primal residual reduction with extended position based dynamics and hyperelasticity", "journal", "Computers and Graphics", 2024,
      "10.1016/j.cag.2024.103902", "bench/experiments/published_claims.yaml",
      "its sentence on XPBD and hyperelastic bodies in `published_claims`")
PAPER("liu2017", "solver=lbfgs", "article", "Liu, Tiantian and Bouaziz, Sofien and Kavan, Ladislav",
      "Quasi-{N}ewton methods for real-time simulation of hyperelastic materials", "journal", "ACM Transactions on Graphics", 2017,
      "10.1145/2990496", "src/core/solver/solver_lbfgs.c", "the solver `lbfgs`")
PAPER("nocedal1980", "solver=lbfgs", "article", "Nocedal, Jorge", "Updating quasi-{N}ewton matrices with limited storage", "journal",
      "Mathematics of Computation", 1980, "10.1090/S0025-5718-1980-0572855-7", "src/core/solver/private/lbfgs_history.h",
      "what `lbfgs` makes of its pairs")
PAPER("hager2005", "solver=lbfgs", "article", "Hager, William W. and Zhang, Hongchao",
      "A new conjugate gradient method with guaranteed descent and an efficient line search", "journal", "SIAM Journal on Optimization",
      2005, "10.1137/030601880", "src/core/step/objective.h", "the line search of `lbfgs` below the round-off of the objective")
PAPER("shen2024", "solver=pncg", "inproceedings", "Shen, Xing and Cai, Runyuan and Bi, Mengxiao and Lv, Tangjie",
      "Preconditioned nonlinear conjugate gradient method for real-time interior-point hyperelasticity", "booktitle",
      "ACM SIGGRAPH Conference Papers", 2024, "10.1145/3641519.3657490", "src/core/solver/solver_pncg.c", "the solver `pncg`")
PAPER("dai2013", "solver=pncg", "article", "Dai, Yu-Hong and Kou, Cai-Xia",
      "A nonlinear conjugate gradient algorithm with an optimal property and an improved {Wolfe} line search", "journal",
      "SIAM Journal on Optimization", 2013, "10.1137/100813026", "src/core/solver/solver_pncg.c", "its conjugate directions")
PAPER("eisenstat1996", "forcing=root forcing=walker", "article", "Eisenstat, Stanley C. and Walker, Homer F.",
      "Choosing the forcing terms in an inexact {Newton} method", "journal", "SIAM Journal on Scientific Computing", 1996,
      "10.1137/0917003", "src/core/solver/solver_newton.c", "the forcing term of `newton`, `forcing: walker`")
PAPER("meijerink1977", "preconditioner=ic0", "article", "Meijerink, J. A. and van der Vorst, H. A.",
      "An iterative solution method for linear systems of which the coefficient matrix is a symmetric {M}-matrix", "journal",
      "Mathematics of Computation", 1977, "10.1090/S0025-5718-1977-0438681-4", "src/core/linsys/preconditioner_ic0.c",
      "incomplete factors, `preconditioner: ic0`")
PAPER("giles2025", "solver=avbd solver=calm", "article", "Giles, Chris and Diaz, Elie and Yuksel, Cem", "Augmented vertex block descent",
      "journal", "ACM Transactions on Graphics", 2025, "10.1145/3731195", "src/core/solver/solver_avbd.c",
      "the solver `avbd`, and what `calm` begins from")
PAPER("narain2016", "solver=admm", "inproceedings", "Narain, Rahul and Overby, Matthew and Brown, George E.",
      "{ADMM} ⊇ projective dynamics: fast simulation of general constitutive models", "booktitle",
      "Eurographics/ACM SIGGRAPH Symposium on Computer Animation (SCA '16)", 2016, "10.2312/sca.20161219", "src/core/solver/solver_admm.c",
      "the solver `admm`")
PAPER("overby2017", "solver=admm", "article", "Overby, Matthew and Brown, George E. and Li, Jie and Narain, Rahul",
      "{ADMM} ⊇ projective dynamics: fast simulation of hyperelastic models with dynamic constraints", "journal",
      "IEEE Transactions on Visualization and Computer Graphics", 2017, "10.1109/TVCG.2017.2730875",
      "src/core/constraint/neo_hookean_prox.c", "the proximal map in singular values, and its weight")
PAPER("wang2015", "rho!=0 rho_from=estimated linsys=chebyshev", "article", "Wang, Huamin",
      "A {C}hebyshev semi-iterative approach for accelerating projective and position-based dynamics", "journal",
      "ACM Transactions on Graphics", 2015, "10.1145/2816795.2818063", "src/core/step/chebyshev.h",
      "acceleration, `rho`, and `linsys: chebyshev`")
PAPER("peng2018", "window!=0", "article", "Peng, Yue and Deng, Bailin and Zhang, Juyong and Geng, Fanyu and Qin, Wenjie and Liu, Ligang",
      "Anderson acceleration for geometry optimization and physics simulation", "journal", "ACM Transactions on Graphics", 2018,
      "10.1145/3197517.3201290", "src/core/step/anderson.h", "acceleration, `window`")
PAPER("goldenthal2007", "method=fast_projection", "article",
      "Goldenthal, Rony and Harmon, David and Fattal, Raanan and Bercovier, Michel and Grinspun, Eitan",
      "Efficient simulation of inextensible cloth", "journal", "ACM Transactions on Graphics", 2007, "10.1145/1276377.1276438",
      "src/core/solver/solver_xpbd_direct.c", "fast projection: all multipliers at once")
PAPER("liu2013", "solver=pd", "article", "Liu, Tiantian and Bargteil, Adam W. and O'Brien, James F. and Kavan, Ladislav",
      "Fast simulation of mass-spring systems", "journal", "ACM Transactions on Graphics", 2013, "10.1145/2508363.2508406",
      "src/core/solver/solver_pd.c", "projective dynamics of springs; `inertia`, its damping factor")
PAPER("bouaziz2014", "solver=pd", "article", "Bouaziz, Sofien and Martin, Sebastian and Liu, Tiantian and Kavan, Ladislav and Pauly, Mark",
      "Projective dynamics: fusing constraint projections for fast simulation", "journal", "ACM Transactions on Graphics", 2014,
      "10.1145/2601097.2601116", "src/core/solver/solver_pd.c",
      "the solver `pd`, strain limits, the step as a minimisation, the question of `pd_newton`")
PAPER("polyak1964", "", "article", "Polyak, Boris T.", "Some methods of speeding up the convergence of iteration methods", "journal",
      "USSR Computational Mathematics and Mathematical Physics", 1964, "10.1016/0041-5553(64)90137-5", "src/core/solver/README.md",
      "the example of a new solver")
PAPER("mueller2005", "", "article", "M{\\\"u}ller, Matthias and Heidelberger, Bruno and Teschner, Matthias and Gross, Markus",
      "Meshless deformations based on shape matching", "journal", "ACM Transactions on Graphics", 2005, "10.1145/1073204.1073216",
      "src/core/constraint/constraint_shape_matching.c", "`shape_matching`")
PAPER("bridson2003", "", "inproceedings", "Bridson, Robert and Marino, Sebastian and Fedkiw, Ronald",
      "Simulation of clothing with folds and wrinkles", "booktitle", "Symposium on Computer Animation (SCA '03)", 2003,
      "10.2312/SCA03/028-036", "src/core/constraint/constraint_dihedral.c", "gradients of a `dihedral` angle")
PAPER("grinspun2003", "", "inproceedings", "Grinspun, Eitan and Hirani, Anil N. and Desbrun, Mathieu and Schr{\\\"o}der, Peter",
      "Discrete shells", "booktitle", "Symposium on Computer Animation (SCA '03)", 2003, "10.2312/SCA03/062-067",
      "src/core/constraint/constraint_dihedral.c", "the energy of a `dihedral` angle, up to its factor")
PAPER("seung1988", "", "article", "Seung, Hyunjune Sebastian and Nelson, David R.", "Defects in flexible membranes with crystalline order",
      "journal", "Physical Review A", 1988, "10.1103/PhysRevA.38.1005", "src/core/constraint/constraint_dihedral.c",
      "what stiffness makes hinges bend as a plate does")
PAPER("morley1968", "", "article", "Morley, Leslie Sydney Dennis",
      "The triangular equilibrium element in the solution of plate bending problems", "journal", "The Aeronautical Quarterly", 1968,
      "10.1017/S0001925900004546", "src/core/constraint/plate_patch.h", "the curvature of a triangle in `plate_bending`")
PAPER("bergou2006", "", "inproceedings", "Bergou, Mikl{\\'o}s and Wardetzky, Max and Harmon, David and Zorin, Denis and Grinspun, Eitan",
      "A quadratic bending model for inextensible surfaces", "booktitle", "Symposium on Geometry Processing (SGP '06)", 2006,
      "10.2312/SGP/SGP06/227-230", "src/core/constraint/constraint_isometric_bending.c", "`isometric_bending`")
PAPER("smith2018", "", "article", "Smith, Breannan and de Goes, Fernando and Kim, Theodore", "Stable neo-{Hookean} flesh simulation",
      "journal", "ACM Transactions on Graphics", 2018, "10.1145/3180491", "src/core/constraint/private/neo_hookean.h",
      "eigenvalues of the Hessian of neo-Hookean tetrahedra")
PAPER("smith2019", "", "article", "Smith, Breannan and de Goes, Fernando and Kim, Theodore",
      "Analytic eigensystems for isotropic distortion energies", "journal", "ACM Transactions on Graphics", 2019, "10.1145/3241041",
      "src/core/constraint/private/stretch.h", "the same of as-rigid-as-possible and strain-limited ones")
PAPER("macklin2021", "", "inproceedings", "Macklin, Miles and M{\\\"u}ller, Matthias",
      "A constraint-based formulation of stable neo-{Hookean} materials", "booktitle", "Motion, Interaction and Games (MIG '21)", 2021,
      "10.1145/3487983.3488289", "src/core/constraint/constraint_neo_hookean.c", "`neo_hookean`, as one block and as two constraints")
PAPER("keckeisen2004", "", "article", "Keckeisen, Michael and Kimmerle, Stefan and Thomaszewski, Bernhard and Wacker, Markus",
      "Modelling effects of wind fields in cloth animations", "journal", "Journal of WSCG", 2004, "", "src/core/model/surface_loads.h",
      "wind on triangles")
PAPER("teschner2003", "broad=grid", "inproceedings",
      "Teschner, Matthias and Heidelberger, Bruno and M{\\\"u}ller, Matthias and Pomeranets, Danat and Gross, Markus",
      "Optimized spatial hashing for collision detection of deformable objects", "booktitle", "Vision, Modeling, Visualization (VMV '03)",
      2003, "", "src/core/geometry/broad_grid.c", "the hashed grid (`broad: grid`)")
PAPER("skilling2004", "", "inproceedings", "Skilling, John", "Programming the {Hilbert} curve", "booktitle",
      "AIP Conference Proceedings 707", 2004, "10.1063/1.1751381", "src/core/geometry/private/broad_curve.h",
      "the order of the leaves of the tree of boxes (`broad: bvh`)")
PAPER("ericson2005", "", "book", "Ericson, Christer", "Real-time collision detection", "publisher", "Morgan Kaufmann", 2005,
      "10.1201/b14581", "src/core/geometry/narrow.c", "nearest points of elements")
PAPER("baerentzen2005", "", "article", "B{\\ae}rentzen, J. Andreas and Aan{\\ae}s, Henrik",
      "Signed distance computation using the angle weighted pseudonormal", "journal",
      "IEEE Transactions on Visualization and Computer Graphics", 2005, "10.1109/TVCG.2005.49", "src/core/model/collider.h",
      "on which side of a mesh a point is")
PAPER("chen2025", "contact_bound=displacement", "article",
      "Chen, Anka He and Hsu, Jerry and Liu, Ziheng and Macklin, Miles and Yang, Yin and Yuksel, Cem", "Offset geometric contact",
      "journal", "ACM Transactions on Graphics", 2025, "10.1145/3731205", "src/core/contact/private/contact_bound.h",
      "`contact_bound: displacement`")
PAPER("chen2008", "linsys=cholmod_simplicial linsys=cholmod_supernodal linsys=supernodal_parallel linsys=simplicial_3n solver=newton",
      "article", "Chen, Yanqing and Davis, Timothy A. and Hager, William W. and Rajamanickam, Sivasankaran",
      "Algorithm 887: {CHOLMOD}, supernodal sparse {C}holesky factorization and update/downdate", "journal",
      "ACM Transactions on Mathematical Software", 2008, "10.1145/1391989.1391995", "src/core/linsys/linsys_cholmod_supernodal.c",
      "sparse factorisations, updates of a factor")
PAPER("wu2022", "preconditioner=mas", "article", "Wu, Botao and Wang, Zhendong and Wang, Huamin",
      "A {GPU}-based multilevel additive {S}chwarz preconditioner for cloth and deformable body simulation", "journal",
      "ACM Transactions on Graphics", 2022, "10.1145/3528223.3530085", "src/core/linsys/preconditioner_mas.c", "`preconditioner: mas`")
PAPER("notay2010", "preconditioner=amg", "article", "Notay, Yvan", "An aggregation-based algebraic multigrid method", "journal",
      "Electronic Transactions on Numerical Analysis", 2010,
      "https://etna.math.kent.edu/volumes/2001-2010/vol37/abstract.php?vol=37&pages=123-146", "src/core/linsys/preconditioner_amg.c",
      "`preconditioner: amg`, by aggregation that is not smoothed")
PAPER("li2025", "preconditioner=amg", "inproceedings",
      "Li, Chunlei and Yu, Peng and Liu, Tiantian and Yu, Siyuan and Xiao, Yuting and Li, Shuai and Hao, Aimin and Gao, Yang and Zhao, "
      "Qinping",
      "{MGPBD}: A multigrid accelerated global {XPBD} solver", "booktitle", "SIGGRAPH Conference Papers '25", 2025,
      "10.1145/3721238.3730720", "src/core/linsys/preconditioner_amg.c", "multigrid for the matrix of `xpbd_direct`, in constraint space")
PAPER("fratarcangeli2016", "linsys=coloured_gs", "article", "Fratarcangeli, Marco and Tibaldo, Valentina and Pellacini, Fabio",
      "Vivace: a practical {G}auss-{S}eidel method for stable soft body dynamics", "journal", "ACM Transactions on Graphics", 2016,
      "10.1145/2980179.2982437", "src/core/linsys/linsys_coloured_gs.c", "`linsys: coloured_gs`")
PAPER("amestoy1996", "ordering=amd", "article", "Amestoy, Patrick R. and Davis, Timothy A. and Duff, Iain S.",
      "An approximate minimum degree ordering algorithm", "journal", "SIAM Journal on Matrix Analysis and Applications", 1996,
      "10.1137/S0895479894278952", "src/core/linsys/cholmod_ordering.c", "`ordering: amd`, in CHOLMOD")
PAPER("karypis1998", "ordering=metis ordering=nesdis", "article", "Karypis, George and Kumar, Vipin",
      "A fast and high quality multilevel scheme for partitioning irregular graphs", "journal", "SIAM Journal on Scientific Computing",
      1998, "10.1137/S1064827595287997", "src/core/linsys/cholmod_ordering.c", "`ordering: metis`, in CHOLMOD")
PAPER("zarebavani2025", "reorder=grown reorder=always", "article",
      "Zarebavani, Behrooz and Kaufman, Danny M. and Levin, David I. W. and Dehnavi, Maryam Mehri",
      "Adaptive algebraic reuse of reordering in Cholesky factorizations with dynamic sparsity patterns", "journal",
      "ACM Transactions on Graphics", 2025, "10.1145/3731179", "src/core/linsys/cholmod_ordering.c",
      "the question of `reorder`; weft keeps the whole order or none of it, Parth orders the parts again that changed")
PAPER("george1973", "order=nd ordering=nd", "article", "George, Alan", "Nested dissection of a regular finite element mesh", "journal",
      "SIAM Journal on Numerical Analysis", 1973, "10.1137/0710032", "src/core/math/dissection.h",
      "`order: nd` and `ordering: nd`, by positions")
PAPER("ashcraft1998", "order=nd ordering=nd", "article", "Ashcraft, Cleve and Liu, Joseph W. H.",
      "Applications of the Dulmage-Mendelsohn decomposition and network flow to graph bisection improvement", "journal",
      "SIAM Journal on Matrix Analysis and Applications", 1998, "", "src/core/math/private/vertex_cut.h",
      "smaller separators for nested dissection, by maximum flow in a band")
PAPER("tinney1967", "order=nd ordering=nd", "article", "Tinney, William F. and Walker, John W.",
      "Direct solutions of sparse network equations by optimally ordered triangular factorization", "journal", "Proceedings of the IEEE",
      1967, "10.1109/PROC.1967.6011", "src/core/math/private/minimum_degree.h", "minimum degree within nested dissection")
PAPER("cuthill1969", "order=rcm", "inproceedings", "Cuthill, Elizabeth and McKee, James",
      "Reducing the bandwidth of sparse symmetric matrices", "booktitle", "ACM National Conference", 1969, "10.1145/800195.805928",
      "src/core/model/private/order.h", "`order: rcm`")
PAPER("heath1991", "linsys=supernodal_parallel", "article", "Heath, Michael T. and Ng, Esmond and Peyton, Barry W.",
      "Parallel algorithms for sparse linear systems", "journal", "SIAM Review", 1991, "10.1137/1033099",
      "src/core/linsys/linsys_supernodal_parallel.c", "subtrees of the elimination tree as tasks")
PAPER("duff1983", "linsys=supernodal_parallel", "article", "Duff, Iain S. and Reid, John K.",
      "The multifrontal solution of indefinite sparse symmetric linear equations", "journal", "ACM Transactions on Mathematical Software",
      1983, "10.1145/356044.356047", "src/core/linsys/private/front_plan.h", "the factorisation of `supernodal_parallel`")
PAPER("alvarado1993", "linsys=supernodal_parallel", "incollection", "Alvarado, Fernando L. and Pothen, Alex and Schreiber, Robert",
      "Highly parallel sparse triangular solution", "booktitle", "Graph Theory and Sparse Matrix Computation", 1993,
      "10.1007/978-1-4613-8369-7_7", "src/core/linsys/linsys_supernodal_parallel.c",
      "products with inverted blocks instead of substitution")
PAPER("monakov2010", "", "inproceedings", "Monakov, Alexander and Lokhmotov, Anton and Avetisyan, Arutyun",
      "Automatically tuning sparse matrix-vector multiplication for {GPU} architectures", "booktitle",
      "High Performance Embedded Architectures and Compilers (HiPEAC '10)", 2010, "10.1007/978-3-642-11515-8_10",
      "src/core/constraint/sliced_ell.h", "springs at each particle in slices, for the local step of projective dynamics")
PAPER("boisvert1996", "", "techreport", "Boisvert, Ronald F. and Pozo, Roldan and Remington, Karin A.",
      "The {Matrix Market} exchange formats: initial design", "institution", "NIST IR 5935", 1996, "10.6028/NIST.IR.5935",
      "src/core/measure/matrix_market.h", "the files of `weft matrix`")
PAPER("welsh1967", "colouring=largest_first", "article", "Welsh, D. J. A. and Powell, M. B.",
      "An upper bound for the chromatic number of a graph and its application to timetabling problems", "journal", "The Computer Journal",
      1967, "10.1093/comjnl/10.1.85", "src/core/colour/schedule.h", "`colouring: largest_first`")
PAPER("matula1983", "colouring=smallest_last", "article", "Matula, David W. and Beck, Leland L.",
      "Smallest-last ordering and clustering and graph coloring algorithms", "journal", "Journal of the ACM", 1983, "10.1145/2402.322385",
      "src/core/colour/schedule.h", "`colouring: smallest_last`")
PAPER("batagelj2003", "colouring=smallest_last", "misc", "Batagelj, Vladimir and Zaver{\\v s}nik, Matja{\\v z}",
      "An {O}(m) algorithm for cores decomposition of networks", "howpublished", "arXiv cs/0310049", 2003,
      "https://arxiv.org/abs/cs/0310049", "src/core/colour/colouring.c", "its buckets in one array")
PAPER("brelaz1979", "colouring=saturation", "article", "Br{\\'e}laz, Daniel", "New methods to color the vertices of a graph", "journal",
      "Communications of the ACM", 1979, "10.1145/359094.359101", "src/core/colour/private/saturation.h", "`colouring: saturation`")
PAPER("higham1986", "", "article", "Higham, Nicholas J.", "Computing the polar decomposition, with applications", "journal",
      "SIAM Journal on Scientific and Statistical Computing", 1986, "10.1137/0907079", "src/core/math/wide_polar.h",
      "rotations of tetrahedra, the fast path")
PAPER("hestenes1958", "", "article", "Hestenes, Magnus R.", "Inversion of matrices by biorthogonalization and related results", "journal",
      "Journal of the Society for Industrial and Applied Mathematics", 1958, "10.1137/0106005", "src/core/math/svd3.h",
      "singular values, where that path is not safe")
PAPER("steele2014", "", "inproceedings", "Steele, Guy L. and Lea, Doug and Flood, Christine H.",
      "Fast splittable pseudorandom number generators", "booktitle",
      "Object-Oriented Programming Systems, Languages and Applications (OOPSLA '14)", 2014, "10.1145/2660193.2660195",
      "src/common/base/random.h", "the shuffling of runs")
