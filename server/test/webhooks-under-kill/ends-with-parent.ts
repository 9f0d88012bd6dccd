// Imported into every child of this test, so that no child survives the test, even if the test is killed.

process.once('disconnect', () => process.exit(1))
