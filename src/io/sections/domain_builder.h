// A domain on its way from its element to the file: what the readers of its types, symbols, tables, actions and goals share.

#ifndef PL_IO_SECTIONS_DOMAIN_BUILDER_H
#define PL_IO_SECTIONS_DOMAIN_BUILDER_H

#include "io/xml/loader.h"
#include "plan/domain/domain.h"

typedef struct pl_domain_builder
{
    pl_loader* loader;
    const pl_xml_node* node;
    ploy_domain* domain;
    PL_ARRAY(const pl_xml_node*) actions; ///< by index in the domain
    PL_ARRAY(const pl_xml_node*) goals;
    bool failed; ///< errors were reported, and loading went on
} pl_domain_builder;

/// With on_error the error is reported and loading goes on.
ploy_status pl_domain_report(pl_domain_builder* b, ploy_status status);

/// Each adds what one element says. With on_error, what is wrong is reported and left out.
ploy_status pl_domain_add_type(pl_domain_builder* b, const pl_xml_node* node);
ploy_status pl_domain_add_symbol(pl_domain_builder* b, const pl_xml_node* node);
ploy_status pl_domain_add_table(pl_domain_builder* b, const pl_xml_node* node);
ploy_status pl_domain_add_action(pl_domain_builder* b, const pl_xml_node* node);
ploy_status pl_domain_add_goal(pl_domain_builder* b, const pl_xml_node* node);

/// "unknown type 'plaice'", at a byte of an attribute's value. kinds_too: bool, int and decimal would be right, too.
ploy_status pl_domain_fail_type(pl_domain_builder* b, const pl_xml_node* node, const char* attribute, uint32_t at,
                                const char* type, bool kinds_too);
/// "action 'Go' is named twice", if `find` finds the name of an element.
ploy_status pl_domain_check_once(pl_domain_builder* b, const pl_xml_node* node,
                                 uint32_t (*find)(const ploy_domain* domain, const char* name));
/// The first element of this kind and name beside it, or itself.
const pl_xml_node* pl_domain_named_before(const pl_xml_node* node);

/// Places an error of the domain about a whole item at its name, or at the word of one of its lists that it quotes. The
/// lists end at NULL.
void pl_domain_place_item(pl_domain_builder* b, const pl_xml_node* node, const char* const* lists);
void pl_domain_place_list(pl_domain_builder* b, const pl_xml_node* node, const char* attribute);
/// After an error of the domain: it stands in a clause or, where the domain knows of none, at the item being added.
ploy_status pl_domain_place(pl_domain_builder* b, ploy_status status, const pl_xml_node* item);

/// The first (or next) <pre> or <effect> that says something.
const pl_xml_node* pl_domain_next_clause(const pl_xml_node* node, pl_element element);

#endif
