; What the Windows installer does beyond electron-builder's own. Programs have their full path: without it one of that name
; beside the installer would run with the rights of the administrator.
;
; - A running Hearth is asked to stop in order before its files are replaced; what does not answer is ended as usual.
; - An installation for all users, which an administrator makes, may also let Hearth through the firewall, in private and company
;   networks only. An installation into the user's own folder may not; there Windows asks when Hearth is first shared, and Hearth
;   itself shows the command.
; - Uninstalling takes along what the app has registered: the start at login, the hearth: links, and the start before sign-in.
;   An update keeps all of it. The data stays in any case.

; Of electron-builder's own check, which the macro below ends with.
!include "getProcessInfo.nsh"
Var pid

!macro customCheckAppRunning
  ${if} ${FileExists} "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
    ; Returns when the running app has stopped its server, or at once when none runs.
    nsExec::Exec /TIMEOUT=20000 '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --quit'
    Pop $0
    ; A server that was started before sign-in stops too. Its task is disabled while files are replaced: its trigger of each minute
    ; would start it from half of them. An installer that ends early enables nothing, so another task does it after ten minutes, and
    ; removes itself. Without that task the first one stays enabled.
    nsExec::Exec '"$SYSDIR\schtasks.exe" /Query /TN "\Hearth\Server"'
    Pop $0
    ${if} $0 == 0
      nsExec::Exec '"$SYSDIR\schtasks.exe" /Create /F /TN "\Hearth\Resume" /SC MINUTE /MO 10 /RU SYSTEM /TR "$SYSDIR\cmd.exe /c $SYSDIR\schtasks.exe /Change /TN \Hearth\Server /ENABLE & $SYSDIR\schtasks.exe /Delete /TN \Hearth\Resume /F"'
      Pop $0
      ${if} $0 == 0
        nsExec::Exec '"$SYSDIR\schtasks.exe" /Change /TN "\Hearth\Server" /DISABLE'
        Pop $0
      ${endif}
      nsExec::Exec /TIMEOUT=20000 '"$SYSDIR\schtasks.exe" /End /TN "\Hearth\Server"'
      Pop $0
    ${endif}
  ${endif}
  !insertmacro IS_POWERSHELL_AVAILABLE
  !insertmacro _CHECK_APP_RUNNING
!macroend

!macro customInstall
  ${if} $installMode == "all"
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="Hearth" program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
    Pop $0
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall add rule name="Hearth" dir=in action=allow program="$INSTDIR\${APP_EXECUTABLE_FILENAME}" profile=private,domain'
    Pop $0
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="Hearth" program="$INSTDIR\resources\node.exe"'
    Pop $0
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall add rule name="Hearth" dir=in action=allow program="$INSTDIR\resources\node.exe" profile=private,domain'
    Pop $0
  ${endif}
  ; The server that starts before sign-in, where there is one: it was stopped above, and runs the new version now.
  nsExec::Exec '"$SYSDIR\schtasks.exe" /Change /TN "\Hearth\Server" /ENABLE'
  Pop $0
  nsExec::Exec '"$SYSDIR\schtasks.exe" /Run /TN "\Hearth\Server"'
  Pop $0
  nsExec::Exec '"$SYSDIR\schtasks.exe" /Delete /TN "\Hearth\Resume" /F'
  Pop $0
!macroend

!macro customUnInstall
  ${if} $installMode == "all"
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="Hearth" program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
    Pop $0
    nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="Hearth" program="$INSTDIR\resources\node.exe"'
    Pop $0
  ${endif}
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "org.hearth.desktop"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "org.hearth.desktop"
    DeleteRegKey HKCU "Software\Classes\hearth"
    nsExec::Exec '"$SYSDIR\schtasks.exe" /Delete /TN "\Hearth\Resume" /F'
    Pop $0
    nsExec::Exec '"$SYSDIR\schtasks.exe" /Delete /TN "\Hearth\Server" /F'
    Pop $0
  ${endif}
!macroend
