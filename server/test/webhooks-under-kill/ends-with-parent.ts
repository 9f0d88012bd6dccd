// Imported into every child of this test: whatever ends the test, be it a kill, leaves no child behind.

process.once('disconnect', () => process.exit(1))
