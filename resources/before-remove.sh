#!/bin/sh
# Removes the service that starts Hearth before anyone signs in, when the package is removed. An update keeps it:
# dpkg then says "upgrade", rpm says that one version stays. The data stays in any case.
case "$1" in
  upgrade | failed-upgrade | deconfigure | 1) exit 0 ;;
esac
if [ -f /etc/systemd/system/hearth.service ] && grep -q '^X-HearthSettings=' /etc/systemd/system/hearth.service; then
  systemctl disable --now hearth.service >/dev/null 2>&1 || true
  rm -f /etc/systemd/system/hearth.service
  systemctl daemon-reload >/dev/null 2>&1 || true
fi
exit 0
