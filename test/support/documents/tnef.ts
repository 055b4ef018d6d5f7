/** A file `winmail.dat` ([MS-OXTNEF]): attributes by number, each with its bytes. */
export function makeTnef(attributes: readonly (readonly [id: number, data: Uint8Array])[]): Uint8Array {
  const parts = attributes.map(([id, data]) => {
    const head = Buffer.alloc(9);
    head.writeUInt8(1);
    head.writeUInt32LE(id, 1);
    head.writeUInt32LE(data.length, 5);
    return Buffer.concat([head, data, Buffer.alloc(2)]);
  });
  return new Uint8Array(Buffer.concat([Buffer.from("789f3e220100", "hex"), ...parts]));
}

/** MAPI properties, each with bytes or a text of variable length. */
export function makeProperties(properties: readonly (readonly [type: number, id: number, value: Uint8Array])[]): Uint8Array {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(properties.length);
  const rows = properties.map(([type, id, value]) => {
    const head = Buffer.alloc(12);
    head.writeUInt16LE(type);
    head.writeUInt16LE(id, 2);
    head.writeUInt32LE(1, 4);
    head.writeUInt32LE(value.length, 8);
    return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
  });
  return new Uint8Array(Buffer.concat([count, ...rows]));
}
