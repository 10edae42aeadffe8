/* For Wine 8, which lacks the library that Rust's standard library takes random numbers from: the same
 * function by the older one (RtlGenRandom). Windows 10 and newer have it. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
