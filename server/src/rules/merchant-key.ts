/** Identifies a card's merchants: by the network's id if there is one, else by the name without regard to case. */
export function merchantKey(networkId: string | null, name: string): string {
  return networkId === null ? `=${name.toLowerCase()}` : `#${networkId}`
}
