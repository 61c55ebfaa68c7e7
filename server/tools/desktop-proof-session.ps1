# Ends the session for one program, as Windows does when a person logs off: WM_QUERYENDSESSION, then WM_ENDSESSION, to its windows.
# Prints how many of its windows were visible, and how many there were. Called by desktop-proof-endings.mjs.
param([uint32] $ProcessId)
Add-Type -TypeDefinition @'
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
public static class Session {
  delegate bool Each(IntPtr window, IntPtr data);
  [DllImport("user32.dll")] static extern bool EnumWindows(Each each, IntPtr data);
  [DllImport("user32.dll")] static extern uint GetWindowThreadProcessId(IntPtr window, out uint process);
  [DllImport("user32.dll")] static extern bool IsWindowVisible(IntPtr window);
  [DllImport("user32.dll")] static extern IntPtr SendMessageTimeout(
    IntPtr window, uint message, IntPtr word, IntPtr data, uint flags, uint timeout, out IntPtr result);
  public static string End(uint wanted) {
    var windows = new List<IntPtr>();
    var visible = 0;
    EnumWindows((window, data) => {
      uint process;
      GetWindowThreadProcessId(window, out process);
      if (process != wanted) return true;
      windows.Add(window);
      if (IsWindowVisible(window)) visible++;
      return true;
    }, IntPtr.Zero);
    foreach (var message in new uint[] { 0x11, 0x16 })
      foreach (var window in windows) {
        IntPtr result;
        SendMessageTimeout(window, message, new IntPtr(1), IntPtr.Zero, 2, 10000, out result);
      }
    return visible + " " + windows.Count;
  }
}
'@
[Session]::End($ProcessId)
