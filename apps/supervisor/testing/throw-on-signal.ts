// Loaded into the product's processes by a test (`--import`): the server throws where nobody catches when it gets SIGUSR2.
if (process.argv[1]?.endsWith('dist/server.mjs')) {
  console.log(`server is ${process.pid}`)
  process.on('SIGUSR2', () =>
    setImmediate(() => {
      throw new Error('thrown for the test')
    }),
  )
}
