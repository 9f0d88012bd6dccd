// The page of the person for whom an agent buys. The agent leaves a reveal link and, later, a passcode here; neither is
// written anywhere, and the link is handed out once. A real one asks the person to sign in first.

import { createServer } from 'node:http'

const { CARDWRIGHT_BASE_URL, PORT = '0' } = process.env
const service = new URL(CARDWRIGHT_BASE_URL).origin
const MAX_BODY = 4096
let left = {}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Your agent is buying</title>
    <script src="${service}/reveal/v1/reveal.js"></script>
  </head>
  <body>
    <main>
      <h1>Your agent is buying</h1>
      <button id="show">Show the card</button>
      <button id="passcode">Show the passcode</button>
      <div id="card"></div>
      <p id="code" role="status"></p>
    </main>
    <script>
      const take = async (name) => (await fetch('/' + name, { method: 'POST' })).json()
      document.querySelector('#show').onclick = async () =>
        CardwrightReveal.show(document.querySelector('#card'), await take('link'))
      document.querySelector('#passcode').onclick = async () => {
        document.querySelector('#code').textContent = (await take('passcode')).passcode ?? 'None yet.'
      }
    </script>
  </body>
</html>`

async function bodyOf(request) {
  let text = ''
  for await (const piece of request) {
    text += piece
    if (text.length > MAX_BODY) throw new Error('too long')
  }
  return JSON.parse(text)
}

/** PUT is the agent's, POST the page's. What is taken is gone. */
async function answer(request) {
  if (request.method === 'GET') return page
  if (request.method === 'PUT') left = { ...left, ...(await bodyOf(request)) }
  if (request.method !== 'POST') return {}
  const name = request.url === '/link' ? 'url' : 'passcode'
  const { [name]: taken, ...rest } = left
  left = rest
  return { [name]: taken }
}

const server = createServer(async (request, response) => {
  try {
    const said = await answer(request)
    const isPage = typeof said === 'string'
    response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json')
    response.end(isPage ? said : JSON.stringify(said))
  } catch {
    response.writeHead(400).end('{}')
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
