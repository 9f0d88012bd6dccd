# A receiver of Cardwright webhooks:  WEBHOOK_SECRET='whsec_…' python3 verify.py

import base64
import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BYTES = 1024 * 1024
TOLERANCE_SECONDS = 300


def verify_plain(secret, headers, body):
    """The plain scheme: HMAC-SHA256 of the body in hex. For a day after a rotation the old secret signs a second header."""
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    given = [headers.get("X-Webhook-Signature"), headers.get("X-Webhook-Signature-Previous")]
    return any(is_equal(signature, expected) for signature in given)


def verify_standard(secret, headers, body):
    """Standard Webhooks: signs the id and the time too, so that a recorded request is refused when it is old."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    digest = base64.b64encode(hmac.new(standard_key(secret), signed, hashlib.sha256).digest()).decode()
    return any(is_equal(signature, f"v1,{digest}") for signature in headers.get("webhook-signature", "").split())


def standard_key(secret):
    """The key of Standard Webhooks: what `whsec_` holds when that is base64 of 24 to 64 bytes, else the secret as it is."""
    encoded = re.fullmatch(r"whsec_([A-Za-z0-9+/]+={0,2})", secret)
    if encoded and len(encoded[1]) % 4 == 0:
        key = base64.b64decode(encoded[1])
        if 24 <= len(key) <= 64:
            return key
    return secret.encode()


def is_equal(given, expected):
    """In constant time: how long it takes says nothing of where they differ."""
    return hmac.compare_digest((given or "").encode(), expected.encode())


SECRET = os.environ["WEBHOOK_SECRET"]
# The plain scheme says nothing of the time: it is a choice, and never what a request without the other headers gets.
verify = verify_plain if os.environ.get("WEBHOOK_SCHEME") == "plain" else verify_standard
seen = set()  # of yours: a table with the event's id as its key
lock = threading.Lock()


def receive(headers, body):
    if not verify(SECRET, headers, body):
        return 401
    event = json.loads(body)  # only now: until here nobody knows who wrote it
    with lock:
        if event["id"] not in seen:
            seen.add(event["id"])
            # of yours: keep it, and work on it after the answer
            print(event["sequence"], event["type"], event["id"], flush=True)
    return 204


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        is_too_large = length > MAX_BYTES
        self.close_connection = is_too_large
        self.send_response(413 if is_too_large else receive(self.headers, self.rfile.read(length)))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
