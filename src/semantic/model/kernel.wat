;; Whole-number products of rows and columns, eight steps at a time: what the encoder and the word table spend their time on.
;; Rows are i16 (at most 8191 in size), columns i8, sums i32: with at most 1,536 steps no sum overflows.
;; multiply.ts has the same in plain JavaScript, to the last bit. Assembled by `npm run build:semantic`.
(module
  (import "memory" "shared" (memory 1))

  (func $total (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes)))))

  ;; Four rows and two columns at once. $rows and $columns: where the first begin; $depth: their length, a multiple of 8.
  ;; $out: where the first sum goes; $stride: bytes between the sums of two rows.
  (func $tile (param $rows i32) (param $columns i32) (param $depth i32) (param $out i32) (param $stride i32)
    (local $row1 i32) (local $row2 i32) (local $row3 i32) (local $other i32) (local $end i32)
    (local $x v128) (local $y v128) (local $r v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $row1 (i32.add (local.get $rows) (i32.shl (local.get $depth) (i32.const 1))))
    (local.set $row2 (i32.add (local.get $row1) (i32.shl (local.get $depth) (i32.const 1))))
    (local.set $row3 (i32.add (local.get $row2) (i32.shl (local.get $depth) (i32.const 1))))
    (local.set $other (i32.add (local.get $columns) (local.get $depth)))
    (local.set $end (local.get $other))
    (loop $step
      (local.set $x (v128.load8x8_s align=1 (local.get $columns)))
      (local.set $y (v128.load8x8_s align=1 (local.get $other)))
      (local.set $r (v128.load align=2 (local.get $rows)))
      (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $r) (local.get $x))))
      (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (local.get $r) (local.get $y))))
      (local.set $r (v128.load align=2 (local.get $row1)))
      (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $r) (local.get $x))))
      (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (local.get $r) (local.get $y))))
      (local.set $r (v128.load align=2 (local.get $row2)))
      (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $r) (local.get $x))))
      (local.set $b2 (i32x4.add (local.get $b2) (i32x4.dot_i16x8_s (local.get $r) (local.get $y))))
      (local.set $r (v128.load align=2 (local.get $row3)))
      (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $r) (local.get $x))))
      (local.set $b3 (i32x4.add (local.get $b3) (i32x4.dot_i16x8_s (local.get $r) (local.get $y))))
      (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
      (local.set $row1 (i32.add (local.get $row1) (i32.const 16)))
      (local.set $row2 (i32.add (local.get $row2) (i32.const 16)))
      (local.set $row3 (i32.add (local.get $row3) (i32.const 16)))
      (local.set $columns (i32.add (local.get $columns) (i32.const 8)))
      (local.set $other (i32.add (local.get $other) (i32.const 8)))
      (br_if $step (i32.lt_u (local.get $columns) (local.get $end))))
    (i32.store (local.get $out) (call $total (local.get $a0)))
    (i32.store offset=4 (local.get $out) (call $total (local.get $b0)))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (i32.store (local.get $out) (call $total (local.get $a1)))
    (i32.store offset=4 (local.get $out) (call $total (local.get $b1)))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (i32.store (local.get $out) (call $total (local.get $a2)))
    (i32.store offset=4 (local.get $out) (call $total (local.get $b2)))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (i32.store (local.get $out) (call $total (local.get $a3)))
    (i32.store offset=4 (local.get $out) (call $total (local.get $b3))))

  ;; $height rows (a multiple of 4) times $width columns (a multiple of 2); the sums of a row stand together.
  (func (export "multiply")
    (param $rows i32) (param $height i32) (param $columns i32) (param $width i32) (param $depth i32) (param $out i32)
    (local $column i32) (local $sums i32) (local $left i32)
    (loop $fourRows
      (local.set $column (local.get $columns))
      (local.set $sums (local.get $out))
      (local.set $left (local.get $width))
      (loop $twoColumns
        (call $tile
          (local.get $rows) (local.get $column) (local.get $depth) (local.get $sums) (i32.shl (local.get $width) (i32.const 2)))
        (local.set $column (i32.add (local.get $column) (i32.shl (local.get $depth) (i32.const 1))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 8)))
        (local.set $left (i32.sub (local.get $left) (i32.const 2)))
        (br_if $twoColumns (i32.gt_s (local.get $left) (i32.const 0))))
      (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $depth) (i32.const 3))))
      (local.set $out (i32.add (local.get $out) (i32.shl (local.get $width) (i32.const 4))))
      (local.set $height (i32.sub (local.get $height) (i32.const 4)))
      (br_if $fourRows (i32.gt_s (local.get $height) (i32.const 0))))))
