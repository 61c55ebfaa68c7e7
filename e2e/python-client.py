"""What somebody's script does with the published library, as it is: python-client.py ADDRESS E-MAIL KEY FOLDER."""

import json
import sys

import zulip

site, email, api_key, folder = sys.argv[1:]
client = zulip.Client(site=site, email=email, api_key=api_key, client="Uploader")
answers = {}
with open(f"{folder}/naïve notes.txt", "rb") as file:
    answers["file"] = client.upload_file(file)
with open(f"{folder}/dot.png", "rb") as file:
    answers["emoji"] = client.upload_custom_emoji("red_dot", file)
answers["listed"] = client.call_endpoint(url="realm/emoji", method="GET")
answers["sent"] = client.send_message(
    {"type": "stream", "to": "general", "topic": "files", "content": f"[notes]({answers['file'].get('url')}) :red_dot:"}
)
print(json.dumps(answers))
