// `npm start`, for a test: whatever ends the test, be it a kill, ends the supervisor. What becomes of the processes behind it
// is for them to see to.

process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
await import('../../src/main.ts')
