; What the Windows installer does beyond electron-builder's own: an installation for all users, which an administrator
; makes, may also let Hearth through the firewall, in private and company networks only. An installation into the user's
; own folder may not; there Windows asks when Hearth is first shared, and Hearth itself shows the command. Programs have
; their full path: without it one of that name beside the installer would run with the rights of the administrator.

!macro customInstall
  ${if} $installMode == "all"
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="Hearth" program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
    Pop $0
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall add rule name="Hearth" dir=in action=allow program="$INSTDIR\${APP_EXECUTABLE_FILENAME}" profile=private,domain'
    Pop $0
  ${endif}
!macroend

!macro customUnInstall
  ${if} $installMode == "all"
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="Hearth" program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
    Pop $0
  ${endif}
!macroend
