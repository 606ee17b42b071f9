// Files of BehaviorTree.CPP 3 (a <root> without BTCPP_format) as version 4: names of nodes and attributes that changed,
// and what they meant. The elements are changed where they stand; with a list of edits the same changes can be made in
// the text of the file, which keeps its comments and layout.
//
//   version 3                                  version 4
//   <SequenceStar>, <FallbackStar>             <SequenceWithMemory>, <Fallback>
//   <RetryUntilSuccesful>                      <RetryUntilSuccessful>
//   <Parallel threshold="1">                   <Parallel success_count="1">, also success_threshold, failure_threshold
//   <SubTree x="y">                            <SubTree x="{y}">: both are keys
//   <SubTree><remap internal="x" external="y"/> <SubTree x="{y}">
//   <SubTree __shared_blackboard="true">       <SubTree _autoremap="true">
//   <SubTreePlus __autoremap="1">              <SubTree _autoremap="true">
//   <BlackboardCheckInt value_A="{a}" …>       <Precondition if="a == …" else="FAILURE">, also Double, String, Bool

#ifndef PL_IO_BTCPP_VERSION3_H
#define PL_IO_BTCPP_VERSION3_H

#include "base/containers/array.h"
#include "io/xml/xml.h"

/// Replaces bytes of the file.
typedef struct pl_edit
{
    uint32_t at;
    uint32_t length;
    const char* text;
    uint32_t index; ///< in the order they were made
} pl_edit;

typedef struct pl_edits
{
    PL_ARRAY(pl_edit) list;
    const ploy_allocator* allocator;
} pl_edits;

/// false: out of memory.
bool pl_edits_add(pl_edits* edits, uint32_t at, uint32_t length, const char* text);

bool pl_is_version3(const pl_xml* xml);

/// Changes the elements of a file of version 3; others stay as they are. edits may be NULL; their texts live as long as
/// the file's elements. PLOY_OUT_OF_MEMORY, else PLOY_OK.
ploy_status pl_version3_upgrade(pl_xml* xml, pl_edits* edits);

#endif
