// <include path="other.xml"/> of BehaviorTree.CPP's files: the trees of another file, once each. A path is relative to
// the folder of the file that has it; ros_pkg="name" means the folder of that name beside that file's folder or one
// above it.

#ifndef PL_IO_BTCPP_INCLUDE_H
#define PL_IO_BTCPP_INCLUDE_H

#include "io/xml/loader.h"

/// Loads the included files, and theirs, by `load`. An error names the <include>, and the place in the other file.
ploy_status pl_load_includes(pl_loader* loader, ploy_status (*load)(pl_loader* loader));

#endif
