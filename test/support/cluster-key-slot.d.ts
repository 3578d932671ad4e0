/** It comes without types. */
declare module 'cluster-key-slot' {
  export default function slotOf(key: Uint8Array): number
}
