import { expect, test } from "vitest";
import { clientAddress } from "../../src/http/client-address.ts";
import type { AppContext } from "../../src/http/request-scope.ts";

const seenFrom = (address: string | undefined): string =>
  clientAddress({ req: { header: () => address } } as unknown as AppContext);

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["::ffff:192.0.2.7", "::ffff:c000:207"],
  ["::ffff:192.0.2.8", "::ffff:c000:208"],
  ["not:an:address", "not:an:address"],
  [undefined, ""],
])("a client at %s counts under %s", (address, counted) => {
  expect(seenFrom(address)).toBe(counted);
});
