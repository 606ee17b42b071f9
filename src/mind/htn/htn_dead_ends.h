// Where a search of weaves has been in vain. Unordered subtasks come to the same place on many ways: the same state
// after as many steps, with the same left to do, whichever is being worked on. A place from which all ways have led
// nowhere is remembered, and not gone on from again.
//
// Places are compared word by word. Only those right after a step are remembered, where nothing bars a way; only when
// they are given up, so that a search that succeeds at once does not pay for it; and so many at most. By cost, a place
// counts as seen if it was not dearer to get to then.

#ifndef PL_MIND_HTN_HTN_DEAD_ENDS_H
#define PL_MIND_HTN_HTN_DEAD_ENDS_H

#include "mind/htn/htn.h"

/// Of the place where the search is.
bool pl_htn_is_seen(ploy_htn_planner* p);
void pl_htn_see(ploy_htn_planner* p);
void pl_htn_forget_seen(ploy_htn_planner* p);

#endif
