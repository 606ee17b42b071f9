// `ploy view --live`.

#include "view.h"

int view_live(const char* path, uint32_t port)
{
    (void)port;
    return complain("view", "%s: this program was built without --live: install libcivetweb-dev and build again", path);
}
