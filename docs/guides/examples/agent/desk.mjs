// The page of the person for whom an agent buys. The agent leaves a passcode here, which is written nowhere and handed out once. A
// real one asks the person to sign in first. The card itself is shown by the dashboard, at the address that the agent prints.

import { createServer } from 'node:http'

const { PORT = '0' } = process.env
const MAX_BODY = 4096
let left = {}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Your agent is buying</title>
  </head>
  <body>
    <main>
      <h1>Your agent is buying</h1>
      <button id="passcode">Show the passcode</button>
      <p id="code" role="status"></p>
    </main>
    <script>
      document.querySelector('#passcode').onclick = async () => {
        const { passcode } = await (await fetch('/passcode', { method: 'POST' })).json()
        document.querySelector('#code').textContent = passcode ?? 'None yet.'
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
  if (request.method === 'PUT') left = await bodyOf(request)
  if (request.method !== 'POST') return {}
  const taken = left
  left = {}
  return taken
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
