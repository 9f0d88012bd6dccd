# A decision hook:  HOOK_SECRET='whsec_…' python3 decide.py

import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BYTES = 1024 * 1024
TOLERANCE_SECONDS = 300
MAX_KEPT = 10_000
MAX_AMOUNT = float(os.environ.get("MAX_AMOUNT", "50"))


def decide(data):
    """Of yours: what a card may do. Be quick, a merchant is waiting."""
    if data["amount"] <= MAX_AMOUNT:
        return {"approved": True}
    return {"approved": False, "reason": f"{data['merchant']['name']} asks for more than {MAX_AMOUNT:g}"}


def is_from_cardwright(headers, body):
    """Standard Webhooks: the id and the time are signed too, so that a recorded question is refused when it is old."""
    question_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{question_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    # In constant time: how long it takes says nothing of where they differ.
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(signature.encode(), expected.encode()) for signature in given)


SECRET = os.environ["HOOK_SECRET"]
if not SECRET.startswith("whsec_"):
    raise SystemExit("set HOOK_SECRET to the secret that the hook was made with")
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))
answers = {}  # of yours: a table. A question that comes again, under the same id, gets the same answer
lock = threading.Lock()


def answer(headers, body):
    if not is_from_cardwright(headers, body):
        return None
    question = json.loads(body)  # only now: until here nobody knows who wrote it
    with lock:
        if question["id"] not in answers:
            if len(answers) >= MAX_KEPT:
                del answers[next(iter(answers))]
            answers[question["id"]] = json.dumps(decide(question["data"]))
            print(question["id"], question["data"]["amount"], answers[question["id"]], flush=True)
        return answers[question["id"]]


class Hook(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections are kept: a new one costs time that the merchant waits
    wbufsize = -1  # an answer leaves in one piece

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        self.close_connection = length > MAX_BYTES
        text = None if self.close_connection else answer(self.headers, self.rfile.read(length))
        body = (text or "").encode()
        self.send_response(401 if text is None else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Hook)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
