// An Ethereum node of hardhat on the loopback interface. It creates its own accounts, keys and blocks. It mines a block
// for every transaction unless a test turns that off.

import { announce } from './node-process.ts'

type Server = { listen(): Promise<{ address: string; port: number }> }
type Hardhat = {
  createHardhatRuntimeEnvironment(
    config: object,
    options?: object,
    root?: string,
  ): Promise<{
    network: { createServer(network: object, host: string, port: number): Promise<Server> }
  }>
}

// The name is in a variable so that the type checker does not resolve it, as in chainPackage.
const name = 'hardhat/hre'
const { createHardhatRuntimeEnvironment } = (await import(name)) as Hardhat
const config = {
  networks: { node: { type: 'edr-simulated', chainType: 'l1', chainId: 31_337, mining: { auto: true } } },
}
const { network } = await createHardhatRuntimeEnvironment(config)
const server = await network.createServer({ network: 'node' }, '127.0.0.1', 0)
const { address, port } = await server.listen()
announce(`http://${address}:${port}`)
