// <sensor>: when a sensor updates. What it does is bound by the game.

#include "io/xml/section.h"

ploy_status pl_load_sensor(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "interval", "offset", NULL};
    pl_file_sensor sensor = {.line = node->line};
    ploy_file* file = loader->file;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    if (status == PLOY_OK) {
        sensor.name = pl_section_name(loader, node, &status);
    }
    sensor.has_interval = pl_xml_value(node, "interval") != NULL;
    sensor.has_offset = pl_xml_value(node, "offset") != NULL;
    status = status == PLOY_OK ? pl_section_time(loader, node, "interval", &sensor.interval) : status;
    status = status == PLOY_OK ? pl_section_time(loader, node, "offset", &sensor.offset) : status;
    if (status == PLOY_OK && file->world.sensors.count == PLOY_MAX_SENSORS) {
        return pl_loader_fail(loader, node->file, "there are more than %d sensors", PLOY_MAX_SENSORS);
    }
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.sensors, &file->allocator, sensor)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}
