"""A script that has a directory name and its password: python-directory.py ADDRESS NAME PASSWORD."""

import json
import sys
import urllib.parse
import urllib.request

import zulip

site, name, password = sys.argv[1:]
form = urllib.parse.urlencode({"username": name, "password": password}).encode()
with urllib.request.urlopen(f"{site}/api/v1/fetch_api_key", form) as answer:
    key = json.load(answer)["api_key"]
print(json.dumps(zulip.Client(site=site, email=name, api_key=key, client="Script").get_profile()))
