// A result on its way from the process that played the match.

#ifndef EXPERIMENT_RESULT_PACKET_H
#define EXPERIMENT_RESULT_PACKET_H

#include "programs/experiment/result.h"
#include "programs/workers/packet.h"

void result_pack(const study_result* result, packet* m);
/// False: the message is no result. Free it as every result.
bool result_unpack(study_result* result, packet_reader* r);

#endif
