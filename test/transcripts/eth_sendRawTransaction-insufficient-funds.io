// Gas at the fee cap and value must not exceed the balance.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x02f87682210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c88a021e19e0c9bab240000080c080a0cd34d01b0319500492003939f1048c6d23e1420483fe12c62cec5bfd7b3274daa02c7dab7b32ee1fa226572e643a7fdbd1b1e8427455081317ab3862bf15c4bc92"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"insufficient funds for gas * price + value"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_sendRawTransaction","params":["0x02f87682210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c88a021e19e0b6a140b5b00180c001a005d697aed5211eedb87e4152e479e24bab8c3d99c1e4d13eaf1ce833c13be932a00b2ebf36af8dd346daaed197925f4b420ccb29866eec262c98aeae8374004615"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"insufficient funds for gas * price + value"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_sendRawTransaction","params":["0x02f87682210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c88a021e19e0b6a140b5b00080c080a07c89f38722881d2e772e80d88a4dbc64af6ff807de25d5839ea388ccee47a96fa02a8ee0f21b8d28aeb9fa749a2ce909ff8f7d8cb5c0dad47234cc4e5bea7baebc"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"insufficient funds for gas * price + value"}}
