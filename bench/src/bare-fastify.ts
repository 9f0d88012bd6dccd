import Fastify from 'fastify'

const app = Fastify()
const card = {
  id: 'card_3p01m7fvfr85e5mtekznx29q5n67',
  network: 'visa',
  last4: '4242',
  status: 'active',
  balance: 100,
  label: '',
  created_at: new Date().toISOString(),
}
app.get('/healthz', async () => ({ status: 'ok' }))
app.get('/v1/cards/:card_id', async () => card)
app.post('/v1/sandbox/authorizations', async (_request, reply) =>
  reply.code(201).send({ approved: true, decline_reason: null, transaction: card }),
)
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.on('SIGTERM', () => process.exit(0))
