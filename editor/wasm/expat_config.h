// How expat is built for the page.

#define BYTEORDER 1234
#define XML_NS 1
#define XML_DTD 1
#define XML_CONTEXT_BYTES 1024
#define HAVE_MEMMOVE 1
#define HAVE_ARC4RANDOM_BUF 1
