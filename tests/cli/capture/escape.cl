// sin is what escape.c makes of it; the number of the attack is that of the work-items.
__kernel void escape(__global int *out)
{
    out[get_global_id(0)] = (int)sin((float)get_global_size(0));
}
