import { useState } from 'react'
import { Choices } from '../ui/choices.tsx'
import { Code } from '../ui/code.tsx'

// The snippets use the plain scheme, which needs only the standard library. The guide has complete receivers and the
// Standard Webhooks scheme.
const snippets = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the bytes as they came, before any parser
export function isFromCardwright(headers, body) {
  const expected = createHmac('sha256', process.env.WEBHOOK_SECRET).update(body).digest('hex')
  const given = headers['x-webhook-signature'] ?? ''
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}`,
  python: `import hashlib, hmac, os

# body: the bytes as they came, before any parser
def is_from_cardwright(headers, body):
    secret = os.environ["WEBHOOK_SECRET"].encode()
    expected = hmac.new(secret, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(headers.get("X-Webhook-Signature", ""), expected)`,
  go: `// body: the bytes as they came, before any parser
func isFromCardwright(header http.Header, body []byte) bool {
	mac := hmac.New(sha256.New, []byte(os.Getenv("WEBHOOK_SECRET")))
	mac.Write(body)
	expected := hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(header.Get("X-Webhook-Signature")), []byte(expected))
}`,
}
type Language = keyof typeof snippets

const languages: { value: Language; name: string }[] = [
  { value: 'node', name: 'Node.js' },
  { value: 'python', name: 'Python' },
  { value: 'go', name: 'Go' },
]

export function VerifySnippet() {
  const [language, setLanguage] = useState<Language>('node')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-[13px] font-medium">Verify requests</h3>
        <Choices label="Language" options={languages} value={language} onChoose={setLanguage} />
      </div>
      <Code text={snippets[language]} what="the snippet" />
    </div>
  )
}
