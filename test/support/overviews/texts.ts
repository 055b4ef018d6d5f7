export const OBSERVATORY = `The Observatory on Carn Hill

The observatory on Carn Hill was founded in 1872 by the brewer Edmund Pascoe, who said that he would see something worth seeing. He paid for the dome and for a refractor of 28 centimetres, built in Dublin. The tower is of granite from the quarry below the hill.

Its first director was Hester Vance. She catalogued 1,204 double stars in nineteen years and published her measurements in three volumes. In 1889 she was the first woman to address the county's learned society, whose chairman left the room.
`;

export const LADDERS = `# WS-114 Portable ladders

## Scope

This standard applies to portable ladders at the workplace. It does not apply to rope ladders.

## Use

Only one person at a time shall stand on a ladder. A leaning ladder shall stand at an angle of 75 degrees.

## Inspection

A competent person shall inspect each ladder every six months. Whoever inspects it writes the date on its plate.
`;

export const PRICES = "item,price,pack\nOak shelf,48.00,1\nPine shelf,31.50,1\nBrass hook,9.20,4\n";

export const GARDEN = `Gartenordnung Lindenhöhe

Die Gartenordnung gilt für alle Parzellen der Anlage Lindenhöhe. Bäume dürfen höchstens vier Meter hoch werden.

Die Pacht beträgt 210 Euro im Jahr und ist bis zum 31. Januar zu bezahlen.
`;
