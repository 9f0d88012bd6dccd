// `npm start` for a test: when the test ends, even by a kill, the supervisor ends too. The processes behind it must
// notice that themselves.

process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
await import('../../src/main.ts')
