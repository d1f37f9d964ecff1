// Literature that a setting of a case stands on: PAPER(key, settings, type, author, title, venue key, venue, year, doi). A case that has
// one of the settings, "name=value" or "name!=value" separated by spaces, used it; so did an experiment with a figure of a style, as in
// "style=data_profile"; "" for what every measurement uses.
PAPER("kalibera2013", "", "inproceedings", "Tomas Kalibera and Richard Jones", "Rigorous benchmarking in reasonable time", "booktitle",
      "International Symposium on Memory Management (ISMM '13)", 2013, "10.1145/2464157.2464160")
PAPER("more2009", "style=data_profile", "article", "Jorge J. Mor{\\'e} and Stefan M. Wild",
      "Benchmarking derivative-free optimization algorithms", "journal", "SIAM Journal on Optimization", 2009, "10.1137/080724083")
PAPER("dolan2002", "style=performance_profile", "article", "Elizabeth D. Dolan and Jorge J. Mor{\\'e}",
      "Benchmarking optimization software with performance profiles", "journal", "Mathematical Programming", 2002, "10.1007/s101070100263")
PAPER("gould2016", "style=performance_profile", "article", "Nicholas Gould and Jennifer Scott",
      "A note on performance profiles for benchmarking software", "journal", "ACM Transactions on Mathematical Software", 2016,
      "10.1145/2950048")
PAPER("mueller2007", "solver=pbd", "article", "Matthias M{\\\"u}ller and Bruno Heidelberger and Marcus Hennix and John Ratcliff",
      "Position based dynamics", "journal", "Journal of Visual Communication and Image Representation", 2007, "10.1016/j.jvcir.2007.01.005")
PAPER("macklin2016", "solver=xpbd solver=xpbd_direct", "inproceedings", "Miles Macklin and Matthias M{\\\"u}ller and Nuttapong Chentanez",
      "{XPBD}: Position-based simulation of compliant constrained dynamics", "booktitle", "Motion in Games (MIG '16)", 2016,
      "10.1145/2994258.2994272")
PAPER("macklin2019", "substeps!=1", "inproceedings",
      "Miles Macklin and Kier Storey and Michelle Lu and Pierre Terdiman and Nuttapong Chentanez and Stefan Jeschke and Matthias "
      "M{\\\"u}ller",
      "Small steps in physics simulation", "booktitle", "Symposium on Computer Animation (SCA '19)", 2019, "10.1145/3309486.3340247")
PAPER("goldenthal2007", "method=fast_projection", "article",
      "Rony Goldenthal and David Harmon and Raanan Fattal and Michel Bercovier and Eitan Grinspun",
      "Efficient simulation of inextensible cloth", "journal", "ACM Transactions on Graphics", 2007, "10.1145/1276377.1276438")
PAPER("liu2013", "solver=pd", "article", "Tiantian Liu and Adam W. Bargteil and James F. O'Brien and Ladislav Kavan",
      "Fast simulation of mass-spring systems", "journal", "ACM Transactions on Graphics", 2013, "10.1145/2508363.2508406")
PAPER("bouaziz2014", "solver=pd", "article", "Sofien Bouaziz and Sebastian Martin and Tiantian Liu and Ladislav Kavan and Mark Pauly",
      "Projective dynamics: fusing constraint projections for fast simulation", "journal", "ACM Transactions on Graphics", 2014,
      "10.1145/2601097.2601116")
PAPER("chen2008", "linsys=cholmod_simplicial linsys=cholmod_supernodal linsys=supernodal_parallel linsys=simplicial_3n solver=newton",
      "article", "Yanqing Chen and Timothy A. Davis and William W. Hager and Sivasankaran Rajamanickam",
      "Algorithm 887: {CHOLMOD}, supernodal sparse {C}holesky factorization and update/downdate", "journal",
      "ACM Transactions on Mathematical Software", 2008, "10.1145/1391989.1391995")
PAPER("matula1983", "colouring=smallest_last", "article", "David W. Matula and Leland L. Beck",
      "Smallest-last ordering and clustering and graph coloring algorithms", "journal", "Journal of the ACM", 1983, "10.1145/2402.322385")
