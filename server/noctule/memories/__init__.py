"""The text of memories: values in, values out. Nothing here touches a disk or a clock."""
